"""The network: finding systems, getting in, what security notices, ciphers."""
