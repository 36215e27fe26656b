/** Calls that change something, as the screens make them. Apart from `queries.ts`, since the first list makes none of them. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useSession } from "../session/shop.ts";
import { type CallFailure, type CallKey, call, newIdempotencyKey, type Parts, type Reply } from "./call.ts";

/**
 * Makes a change. The same change sent again (after no answer, or after the person has signed in again) has the same
 * idempotency key, so that it takes effect once; another one has another key.
 * @param onDone receives the answer before the screens read again, even where the row that asked is gone by then: what an
 *   answer alone holds (a secret, an undo) belongs here, not to `mutate`, whose callbacks end with the row
 */
export function useChange<Key extends CallKey>(key: Key, onDone?: (reply: Reply<Key>) => void) {
  const { shop } = useSession();
  const queries = useQueryClient();
  const last = useRef<{ text: string; key: string } | null>(null);
  return useMutation<Reply<Key>, CallFailure, Parts<Key> & { readonly ifMatch?: string }>({
    mutationFn: async ({ ifMatch, ...parts }) => {
      const text = JSON.stringify(parts);
      if (last.current?.text !== text) last.current = { text, key: newIdempotencyKey() };
      const idempotencyKey = last.current.key;
      const reply = await call(key, parts as unknown as Parts<Key>, {
        shop: shop.merchantId,
        idempotencyKey,
        ifMatch,
      });
      last.current = null;
      return reply;
    },
    onSuccess: (reply) => {
      onDone?.(reply);
      return queries.invalidateQueries({ queryKey: [shop.merchantId] });
    },
  });
}
