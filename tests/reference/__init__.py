"""Plain, slow reference rules, written from the numbered digests alone and used only to judge the fast engines."""
