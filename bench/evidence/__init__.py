"""Whether evidence holds what models say of pages against what the pages say: lies that pass, truths that are lost."""
