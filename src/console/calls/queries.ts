/** Calls as queries of the screens: kept by shop, made again when the connection is back. */
import { keepPreviousData, QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSession } from "../session/shop.ts";
import { type CallFailure, type CallKey, call, type Parts, type Reply } from "./call.ts";

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
