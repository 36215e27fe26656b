/** Pictures of the merchant API: uploaded once, then named by their id on invoice lines, products and as the logo. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";

export const imageId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}$/, "must be the id of an uploaded image")
  .meta({ id: "ImageId", description: "The id of an image that you have uploaded." });

export const image = z
  .object({
    id: imageId,
    width: z.int().meta({ description: "Pixels of the largest size that is kept." }),
    height: z.int(),
  })
  .meta({ id: "Image" });

export type Image = z.output<typeof image>;

export const merchantLogo = z
  .object({
    imageId: imageId.nullable().meta({ description: "null: there is no logo." }),
    url: z.string().nullable().meta({ description: "Where any browser can load it." }),
  })
  .meta({ id: "MerchantLogo" });

export type MerchantLogo = z.output<typeof merchantLogo>;

export const imageCalls = {
  "POST /api/v1/images": {
    summary:
      "Upload a picture of at most 5 MiB and 25 megapixels; it is encoded again, and the same bytes again are the same image (200)",
    audience: "merchant",
    upload: ["image/png", "image/jpeg", "image/webp"],
    replies: { 200: image, 201: image },
    problems: ["validation_failed"],
  },
  "GET /api/v1/images/:imageId": {
    summary: "The file of a picture that you have uploaded",
    audience: "merchant",
    params: z.object({ imageId: z.string() }),
    query: z.strictObject({
      size: z.enum(["small", "medium", "full"]).optional().meta({
        description: "Its longest side is at most 100, 300 or 1600 pixels; medium when left out.",
      }),
    }),
    replies: { 200: z.file().mime(["image/png", "image/jpeg"]) },
  },
  "GET /api/v1/merchant/logo": {
    summary: "The logo on your pages and documents",
    audience: "merchant",
    replies: { 200: merchantLogo },
  },
  "PUT /api/v1/merchant/logo": {
    summary: "Show an uploaded image as your logo",
    audience: "merchant",
    body: z.strictObject({ imageId }).meta({ id: "NewMerchantLogo" }),
    replies: { 200: merchantLogo },
  },
  "DELETE /api/v1/merchant/logo": {
    summary: "Show no logo",
    audience: "merchant",
    replies: { 200: merchantLogo },
  },
} as const satisfies CallMap;
