"""Tokenizer ranks, icons, styles and demo documents, found through importlib.resources."""
