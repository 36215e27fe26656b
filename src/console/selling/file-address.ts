/** Files of the API as addresses that a picture can have: their calls name the shop in a header, which an address cannot. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { request } from "../calls/call.ts";
import { useSession } from "../session/shop.ts";

/** A picture that the browser still reads when its address goes is a picture that cannot be found, with an error in its log. */
const keptMs = 10_000;

/**
 * Reads a file for the shop of this tab. The same call always has the same file: pictures are named by their content, codes by
 * what they lead to.
 * @returns null until it is there, and for `parts` of null
 */
export function useFileAddress(key: string, parts: object | null): string | null {
  const { shop } = useSession();
  const isWanted = parts !== null;
  const { data } = useQuery({
    queryKey: [shop.merchantId, key, parts],
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      await (await request(key, parts ?? {}, { shop: shop.merchantId, signal })).blob(),
  });
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (data === undefined || !isWanted) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => {
      setAddress(null);
      setTimeout(() => URL.revokeObjectURL(made), keptMs);
    };
  }, [data, isWanted]);
  return address;
}
