import { fileTypeFromBuffer } from 'file-type';
import { serveSubprocess } from '../../platform/subprocess/answer.ts';

const mediaTypes = /^(audio|video)\/|^application\/(ogg|vnd\.ms-asf|mp4|x-matroska|mxf)$/;

async function mayBeMedia(head: Uint8Array): Promise<boolean> {
  const type = await fileTypeFromBuffer(head);
  return type ? mediaTypes.test(type.mime) : !isText(head);
}

/** No byte of a text is a control character other than tab, newline, form feed and return. */
function isText(head: Uint8Array): boolean {
  return head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d);
}

await serveSubprocess('media_unread', ({ head }: { head: Uint8Array }) => mayBeMedia(head));
