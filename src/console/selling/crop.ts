/** Cutting a square out of a picture: along its longer side the owner says where. */

/** What is cut, in pixels of the picture. */
export type Square = { readonly x: number; readonly y: number; readonly side: number };

/** Longest side that is sent: the API keeps no more than this, and a phone's photograph is many times as large. */
const mostPixels = 1_200;

/**
 * The square of a picture.
 * @param place along the longer side: 0 its beginning, 1 its end
 */
export function squareOf(size: { readonly width: number; readonly height: number }, place: number): Square {
  const side = Math.min(size.width, size.height);
  const at = (whole: number): number => Math.round((whole - side) * Math.min(1, Math.max(0, place)));
  return { x: at(size.width), y: at(size.height), side };
}

/** Draws the square on a canvas of `pixels` a side; what is seen through is white, as on the pages. */
export function drawSquare(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  { place, pixels }: { readonly place: number; readonly pixels: number },
): void {
  canvas.width = pixels;
  canvas.height = pixels;
  const context = canvas.getContext("2d");
  if (context === null) return;
  const { x, y, side } = squareOf(picture, place);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, pixels, pixels);
  context.drawImage(picture, x, y, side, side, 0, 0, pixels, pixels);
}

/** The square as a file to be uploaded. */
export async function cutSquare(picture: ImageBitmap, place: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const pixels = Math.min(mostPixels, picture.width, picture.height);
  drawSquare(canvas, picture, { place, pixels });
  return await new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("the picture could not be drawn")) : resolve(blob)),
      "image/jpeg",
      0.9,
    );
  });
}
