/** Pictures of the puzzle, to save. */

import { h } from './dom';

/** The width of saved pictures in pixels. */
const WIDTH = 1200;

/** Loads an SVG as an image. The caller revokes its URL. */
async function load(svg: string): Promise<HTMLImageElement> {
  const image = h('img', { src: URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })), alt: '' });
  await image.decode();
  return image;
}

/** Converts an SVG to PNG, on white. */
export async function png(svg: string): Promise<Blob> {
  const image = await load(svg);
  const canvas = h('canvas', { width: WIDTH, height: Math.round((WIDTH * image.naturalHeight) / image.naturalWidth) });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser cannot draw pictures');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser cannot save pictures'))), 'image/png');
  });
}
