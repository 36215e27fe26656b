/** Small drawings that stand beside words. They say nothing of their own, so screen readers skip them. */

type IconProps = {
  /** One of icon-paths.ts. */
  readonly path: string;
  /** A place or a size; the colour is that of the text around it. */
  readonly className?: string;
};

export function Icon({ path, className }: IconProps) {
  return (
    <svg
      className={className === undefined ? "icon" : `icon ${className}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
