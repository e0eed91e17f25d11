"""Which addresses lead to files that no scrape makes text of, by the ending of their path.

Pages and documents that can be read (PDF, office formats, text, feeds) are not in the list;
an ending nobody knows may be a page.
"""

from typing import Final

# fmt: off
_NO_PAGES: Final = frozenset({
    # pictures
    "png", "jpg", "jpeg", "jpe", "gif", "bmp", "webp", "avif", "heic", "heif", "ico", "svg", "svgz", "tif", "tiff",
    "psd", "ai", "eps", "raw", "cr2", "nef", "xcf",
    # sound and moving pictures
    "mp3", "wav", "ogg", "oga", "opus", "flac", "aac", "m4a", "wma", "mid", "midi", "mp4", "m4v", "avi", "mov", "wmv",
    "mkv", "webm", "mpg", "mpeg", "flv", "swf", "3gp", "ogv", "m3u8", "vtt", "srt",
    # archives, images of disks, packages
    "zip", "rar", "7z", "gz", "tgz", "tar", "bz2", "tbz", "xz", "txz", "zst", "lz", "lzma", "br", "cab", "iso", "img",
    "dmg", "pkg", "deb", "rpm", "apk", "ipa", "jar", "war", "whl", "egg", "gem", "crx", "xpi", "msi", "exe", "dll",
    "bin", "so", "dylib", "class", "pyc", "o", "wasm", "torrent", "vsix", "nupkg", "appimage",
    # what a page is made with
    "css", "less", "scss", "sass", "js", "mjs", "cjs", "map", "woff", "woff2", "ttf", "otf", "eot", "cur",
    "webmanifest",
    # data sets and models
    "parquet", "sqlite", "db", "mdb", "bak", "dump", "pkl", "npy", "npz", "h5", "onnx", "pt", "safetensors", "shp",
    "stl", "obj", "dwg", "dxf", "blend", "gpx", "kml", "kmz", "ics", "vcf", "sig", "asc", "sha256", "md5",
})
# fmt: on


def is_no_page(path: str) -> bool:
    """Return whether the file that *path* names is none that can be read as a page."""
    name = path[path.rfind("/") + 1 :]
    dot = name.rfind(".")
    # A name that starts with its only dot has no ending.
    return dot > 0 and name[dot + 1 :].lower() in _NO_PAGES
