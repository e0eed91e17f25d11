"""Text: normalised words, stems and similarity, the one place for comparing what people wrote."""
