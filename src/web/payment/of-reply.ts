/** What is shown of a bill or an account that is out, by its method. */
import type { ReferenceMethod } from "#methods/allowed.ts";
import type { ReferenceReply, ReplyOf } from "#methods/reference-replies.ts";

/** Something for each method, made of its reply. */
export type OfReplies<Rest extends readonly unknown[], Result> = {
  readonly [Method in ReferenceMethod]: (reply: ReplyOf<Method>, ...rest: Rest) => Result;
};

/** What the entry of a reference's method makes of its reply. */
export function ofReply<Rest extends readonly unknown[], Result>(
  entries: OfReplies<Rest, Result>,
  { method, reply }: ReferenceReply,
  ...rest: Rest
): Result {
  // The two belong together in every member of the union; the compiler does not follow that through a look-up.
  return (entries[method] as (reply: unknown, ...rest: Rest) => Result)(reply, ...rest);
}
