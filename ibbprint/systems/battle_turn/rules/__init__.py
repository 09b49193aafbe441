"""The rules of The Battle Turn: what numbers alone decide, and the engine that plays by it."""
