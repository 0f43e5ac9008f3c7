"""Fights: order and turns, weapons, attacks, holds."""
