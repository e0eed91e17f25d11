"""Plain-language prompts on eight small sites, judged by what the pages say became of them and by what was answered."""
