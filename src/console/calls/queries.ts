/** Calls as queries and changes of the screens: kept by shop, made again when the connection is back. */
import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import { useSession } from "../session/shop.ts";
import { type CallFailure, type CallKey, call, newIdempotencyKey, type Parts, type Reply } from "./call.ts";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: CallFailure;
  }
}

/** Offline is a failure like others, which the screen shows: nothing waits without a word. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        staleTime: 15_000,
        retry: (count, failure) => failure.kind === "no_answer" && count < 2,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/** Reads a call for the shop of this tab. */
export function useRead<Key extends CallKey>(
  key: Key,
  parts: Parts<Key>,
  options: { enabled?: boolean } = {},
) {
  const { shop } = useSession();
  return useQuery({
    queryKey: [shop.merchantId, key, parts],
    queryFn: ({ signal }) => call(key, parts, { shop: shop.merchantId, signal }),
    placeholderData: keepPreviousData,
    ...options,
  });
}

type Page = { readonly items: readonly unknown[]; readonly nextCursor: string | null };

/** Calls whose answers are pages of a list. */
export type ListKey = {
  [Key in CallKey]: Reply<Key> extends Page ? (Key extends `GET ${string}` ? Key : never) : never;
}[CallKey];

/** Reads a list page by page. */
export function useList<Key extends ListKey>(key: Key, parts: Parts<Key>) {
  const { shop } = useSession();
  return useInfiniteQuery({
    queryKey: [shop.merchantId, key, parts],
    queryFn: ({ signal, pageParam }) => {
      const query = {
        ...(parts as { query?: object }).query,
        ...(pageParam !== null && { cursor: pageParam }),
      };
      return call(key, { ...parts, query } as Parts<Key>, { shop: shop.merchantId, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page as Page).nextCursor,
    placeholderData: keepPreviousData,
  });
}

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
