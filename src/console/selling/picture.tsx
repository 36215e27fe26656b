/** A product's picture in a square, as buyers see it, or the place where one would be. */
import { Icon } from "../display/icon.tsx";
import { useFileAddress } from "./file-address.ts";
import { picture } from "./icons.ts";

type PictureProps = {
  readonly imageId: string | null;
  readonly size?: "small" | "medium" | "full";
  readonly className?: string;
};

/** Beside the product's name, which says what is on it. */
export function Picture({ imageId, size = "small", className = "" }: PictureProps) {
  const parts = imageId === null ? null : { params: { imageId }, query: { size } };
  const address = useFileAddress("GET /api/v1/images/:imageId", parts);
  return (
    <span className={`product-picture ${className}`}>
      {address === null ? <Icon path={picture} /> : <img src={address} alt="" />}
    </span>
  );
}
