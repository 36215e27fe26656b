/** Drawings that stand beside words; screen readers skip them. */

export function Icon({ path, className = "" }: { readonly path: string; readonly className?: string }) {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
