"""Libraries that users know, on the same machine and in the same run."""
