"""What a game master prepares: people of the bestiary, pasted or converted, own rows and packs, encounters weighed."""
