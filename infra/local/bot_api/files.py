"""Photos and documents that a bot sent, by file_id, with the sizes that Telegram would show for an image."""

import hashlib
import struct
from base64 import urlsafe_b64encode
from dataclasses import dataclass

from infra.local.bot_api.errors import Json
from infra.local.bot_api.params import Upload


@dataclass(frozen=True)
class StoredFile:
    file_id: str
    kind: str
    upload: Upload

    @property
    def path(self) -> str:
        return f"{self.kind}s/{self.file_id}"

    def fields(self) -> Json:
        unique = hashlib.sha256(self.file_id.encode()).hexdigest()[:16]
        return {"file_id": self.file_id, "file_unique_id": unique, "file_size": len(self.upload.content)}


class Files:
    def __init__(self) -> None:
        self._stored: dict[str, StoredFile] = {}

    def add(self, kind: str, upload: Upload) -> StoredFile:
        digest = hashlib.sha256(f"{kind}:{len(self._stored)}".encode() + upload.content).digest()
        stored = StoredFile(urlsafe_b64encode(digest).decode().rstrip("="), kind, upload)
        self._stored[stored.file_id] = stored
        return stored

    def get(self, file_id: str) -> StoredFile | None:
        return self._stored.get(file_id)


def image_size(content: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG, GIF or JPEG, or None for what is no such image."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return int(width), int(height)
    if content[:6] in (b"GIF87a", b"GIF89a") and len(content) >= 10:
        width, height = struct.unpack("<HH", content[6:10])
        return int(width), int(height)
    return _jpeg_size(content) if content.startswith(b"\xff\xd8") else None


def _jpeg_size(content: bytes) -> tuple[int, int] | None:
    position = 2
    while position + 9 <= len(content) and content[position] == 0xFF:
        marker = content[position + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[position + 5 : position + 9])
            return int(width), int(height)
        position += 2 + int(struct.unpack(">H", content[position + 2 : position + 4])[0])
    return None
