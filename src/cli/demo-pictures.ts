/** The demo shop's logo and the pictures of its goods: drawn here, uploaded as a merchant would upload photographs. */
import sharp from "sharp";
import type { DemoCaller } from "./demo-caller.ts";

/** Ids of uploaded pictures by what they show. */
export type DemoPictures = { readonly dates: string; readonly coffee: string };

const leaf = "M0 0C-14 -34 -52 -44 -84 -22C-56 -24 -26 -16 0 0Z";

/** Leaves of the palm, in degrees round its crown. */
const leaves = [-24, 9, 42, 75, 108, 141, 174]
  .map((turn) => `<path transform="rotate(${turn})" d="${leaf}"/>`)
  .join("");

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="600" height="600">
<rect width="300" height="300" rx="64" fill="#0f6b5c"/>
<path d="M146 138C156 184 156 216 140 254H170C178 216 172 178 158 136Z" fill="#e9c46a"/>
<g transform="translate(151 132)" fill="#fff">${leaves}</g>
<circle cx="138" cy="148" r="9" fill="#c8553d"/><circle cx="164" cy="150" r="9" fill="#c8553d"/>
</svg>`;

/** One date, shining. */
const date = `<g><ellipse rx="52" ry="30" fill="#7a3e1d"/>
<ellipse cx="-4" cy="-4" rx="42" ry="21" fill="#9a5327"/>
<path d="M-34 -6C-18 -20 14 -20 30 -8" stroke="#d79a5f" stroke-width="6" fill="none" stroke-linecap="round"/></g>`;

const places = [
  [250, 300, -14],
  [370, 285, 10],
  [490, 305, -6],
  [600, 290, 18],
  [240, 385, 8],
  [355, 370, -12],
  [470, 390, 6],
  [590, 375, -16],
  [260, 470, -6],
  [375, 460, 14],
  [490, 475, -10],
  [605, 460, 4],
] as const;

const dates = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 850 750" width="1020" height="900">
<rect width="850" height="750" fill="#f4ece1"/>
<path d="M120 600H730L690 660H160Z" fill="#d9c7ad"/>
<rect x="140" y="215" width="570" height="385" rx="22" fill="#0f6b5c"/>
<rect x="172" y="245" width="506" height="270" rx="14" fill="#f7f1e6"/>
${places.map(([x, y, turn]) => `<g transform="translate(${x} ${y}) rotate(${turn})">${date}</g>`).join("")}
<rect x="140" y="528" width="570" height="72" rx="0" fill="#0c574b"/>
<path d="M360 564H490" stroke="#e9c46a" stroke-width="8" stroke-linecap="round"/>
</svg>`;

const coffee = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 850 750" width="1020" height="900">
<rect width="850" height="750" fill="#eef1ee"/>
<ellipse cx="425" cy="668" rx="230" ry="26" fill="#d5dbd6"/>
<path d="M270 150H580L610 250V640Q610 668 580 668H270Q240 668 240 640V250Z" fill="#4a2c1d"/>
<path d="M270 150H580L592 190H258Z" fill="#6b432d"/>
<rect x="285" y="315" width="280" height="230" rx="18" fill="#f7f1e6"/>
<g transform="translate(425 408) rotate(28)"><ellipse rx="46" ry="66" fill="#7a4a2b"/>
<path d="M-4 -62C26 -24 -28 20 4 62" stroke="#f7f1e6" stroke-width="9" fill="none"/></g>
<path d="M345 508H505" stroke="#0f6b5c" stroke-width="9" stroke-linecap="round"/>
</svg>`;

/** Uploads the pictures through the merchant API and shows the logo on every page and document. */
export async function seedPictures(caller: DemoCaller): Promise<DemoPictures> {
  const imageId = await upload(caller, logo);
  await caller.send("PUT", "/merchant/logo", { imageId });
  return { dates: await upload(caller, dates), coffee: await upload(caller, coffee) };
}

async function upload(caller: DemoCaller, svg: string): Promise<string> {
  return await caller.upload(await sharp(Buffer.from(svg)).png().toBuffer());
}
