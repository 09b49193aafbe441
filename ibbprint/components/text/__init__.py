"""Text: Markdown, words with icons, panels and booklets, flowing over pages."""
