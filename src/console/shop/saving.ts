/** Saves a section of the settings over what is stored now: what was changed elsewhere meanwhile is shown before it is written over. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { OwnMerchant } from "#contract/merchant.ts";
import { CallFailure, newIdempotencyKey, request, type WrongField } from "../calls/call.ts";
import { useSession } from "../session/shop.ts";
import { type ShopSection, storedAt, type Typed } from "./shop-fields.ts";

/** A field that is stored otherwise than the form began with. */
export type ChangedField = WrongField & { readonly stored: string };

type Read = { readonly merchant: OwnMerchant; readonly etag: string };

/** Between reading and saving another change may come; more than once in a row it is not by chance. */
const mostTries = 3;

/**
 * A change of the fields that were typed. One that is stored otherwise than the person has seen is refused at its field, with what is
 * stored; the next press is made in the knowledge of that.
 */
export function useSaving({ fields, english = [], toChanges }: ShopSection, begun: OwnMerchant) {
  const { shop } = useSession();
  const queries = useQueryClient();
  const seen = useRef(begun);
  const paths = [...fields, ...english].map(({ path }) => path);
  const options = { shop: shop.merchantId };

  const read = async (): Promise<Read> => {
    const reply = await request("GET /api/v1/merchant", {}, options);
    return { merchant: (await reply.json()) as OwnMerchant, etag: reply.headers.get("etag") ?? "" };
  };
  const save = async (typed: Typed, tries = 1): Promise<OwnMerchant> => {
    const { merchant, etag } = await read();
    const changed = paths.flatMap((path): ChangedField[] => {
      const stored = storedAt(merchant, path);
      const isKnown = stored === storedAt(seen.current, path) || stored === (typed[path] ?? "");
      return isKnown ? [] : [{ path, code: "changed_elsewhere", stored }];
    });
    seen.current = merchant;
    if (changed.length > 0) throw new CallFailure("refused", "changed_elsewhere", changed);
    try {
      const body = toChanges(typed, merchant);
      const reply = await request(
        "PATCH /api/v1/merchant",
        { body },
        { ...options, ifMatch: etag, idempotencyKey: newIdempotencyKey() },
      );
      seen.current = (await reply.json()) as OwnMerchant;
      return seen.current;
    } catch (failure) {
      const isBehind = failure instanceof CallFailure && failure.code === "precondition_failed";
      if (!isBehind || tries === mostTries) throw failure;
      return await save(typed, tries + 1);
    }
  };
  return useMutation<OwnMerchant, CallFailure, Typed>({
    mutationFn: (typed) => save(typed),
    onSuccess: () => queries.invalidateQueries({ queryKey: [shop.merchantId] }),
  });
}
