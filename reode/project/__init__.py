"""The repository being migrated: reading, surveying, editing."""
