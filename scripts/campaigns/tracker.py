"""The correct tracker, as the scripts that run campaigns on it name it."""
import hashlib
import os

# The CLSID of fixtures/profilers/lifetime and of its variants that differ by one fault or mutation.
CLSID = "{3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}"


def version_of(build, libraries, settings=b""):
    """What results belong to: the tool, the libraries of profilers and the settings they were got with."""
    digest = hashlib.sha256(settings)
    for name in ("gcrucible", "gcrucible-host", *libraries):
        with open(os.path.join(build, "bin", name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()[:12]
