import { logoBox } from '@lectern/contract/publishing/portal';

/** A file that cannot be shown or read as a picture, with a text for the person. */
export class NoPicture extends Error {
  override readonly name = 'NoPicture';
}

/** Throws `NoPicture` where the browser cannot show the file. */
async function loaded(file: File): Promise<HTMLImageElement> {
  const image = new Image();
  const url = URL.createObjectURL(file);
  try {
    image.src = url;
    await image.decode();
    return image;
  } catch {
    throw new NoPicture('This file cannot be shown as a picture. Please choose another one.');
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Any picture that the browser knows, as a PNG of twice the pixels a logo is shown in at most. */
export async function drawnAsPng(file: File): Promise<Blob> {
  const image = await loaded(file);
  // An SVG may have no size of its own.
  const [width, height] = [image.naturalWidth || 2 * logoBox.width, image.naturalHeight || 2 * logoBox.height];
  // Lines are redrawn in any size; pixels are not made larger than they are.
  const most = file.type === 'image/svg+xml' ? Infinity : 1;
  const scale = Math.min(most, (2 * logoBox.width) / width, (2 * logoBox.height) / height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new NoPicture('This picture cannot be drawn here. Please choose another one.');
  return blob;
}

export const readAsBase64 = async (blob: Blob): Promise<string> => {
  const reader = new FileReader();
  await new Promise((resolve, reject) => {
    reader.addEventListener('load', resolve);
    reader.addEventListener('error', () => reject(new NoPicture('This file cannot be read.')));
    reader.readAsDataURL(blob);
  });
  return String(reader.result).replace(/^[^,]*,/, '');
};
