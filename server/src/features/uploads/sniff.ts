import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';

/** Bytes at the start of a file that tell what it is. */
export const sniffLength = 4100;

const mediaTypes = /^(audio|video)\/|^application\/(ogg|vnd\.ms-asf|mp4|x-matroska|mxf)$/;

/**
 * A first look at the content, so that nobody uploads a gigabyte of the wrong thing: false only for what is
 * surely neither audio nor video (another known format, or text). The inspect step looks closely later.
 */
export async function mayBeMedia(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffLength), 0, sniffLength, 0);
    const head = buffer.subarray(0, bytesRead);
    const type = await fileTypeFromBuffer(head);
    if (type) return mediaTypes.test(type.mime);
    return !isText(head);
  } finally {
    await handle.close();
  }
}

/** No byte of a text is a control character other than tab, newline, form feed and return. */
function isText(head: Buffer): boolean {
  return head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d);
}
