/** The buyer's name or mobile, completed from the shop's customers. Searched for in a body, never in an address. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SearchHit } from "#contract/search.ts";
import { call } from "../calls/call.ts";
import type { FieldProps } from "../forms/field.tsx";
import { fillField, SuggestingField } from "../forms/suggesting-field.tsx";
import { readTypedMobile } from "../forms/typed-mobile.ts";
import { useWording } from "../i18n/texts.ts";
import { usePaused } from "../search/use-paused.ts";
import { useMay, useSession } from "../session/shop.ts";
import { knownClientText } from "./known-client.ts";

type ClientHit = Extract<SearchHit, { type: "client" }>;

const most = 5;
/** A Saudi mobile with all its digits: nothing is left to complete. */
const whole = /^(?:(?:\+|00)?966|0)?5\d{8}$/;

/** What the search takes of a mobile that is being typed; "" for what would find too many, or needs no help. */
function mobileToFind(text: string): string {
  const mobile = readTypedMobile(text);
  return whole.test(mobile) || mobile.replace("+", "").length < 4 ? "" : mobile;
}

function nameToFind(text: string): string {
  const name = text.trim();
  return name.length < 2 ? "" : name;
}

export function ClientField({ by, ...field }: FieldProps & { readonly by: "mobile" | "name" }) {
  const { t } = useWording();
  const { shop } = useSession();
  const mayRead = useMay("customers.read");
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState("");
  const query = usePaused(by === "mobile" ? mobileToFind(typed) : nameToFind(typed));
  const { data } = useQuery({
    queryKey: [shop.merchantId, "search", "clients", query],
    // Who was looked for is forgotten with the form.
    gcTime: 0,
    enabled: mayRead && query !== "",
    queryFn: ({ signal }) =>
      call(
        "POST /api/v1/search",
        { body: { query, limit: 20, types: ["client"] } },
        { shop: shop.merchantId, signal, isQuiet: true },
      ),
  });
  const hits = (data?.hits ?? [])
    .filter((hit): hit is ClientHit => hit.type === "client" && hit.match === by)
    .slice(0, most);
  const fill = (key: string, form: HTMLFormElement): void => {
    const hit = hits.find(({ id }) => String(id) === key);
    if (!hit) return;
    const name = hit.name ?? hit.legalName ?? "";
    const filled = { name, mobile: hit.mobile ?? "", email: hit.email ?? "" };
    for (const [field, text] of Object.entries(filled)) fillField(form, field, text);
    fillField(form, "knownClient", knownClientText(hit.id, filled));
    setTyped("");
    setChosen(name);
  };
  return (
    <SuggestingField
      {...field}
      hint={by === "mobile" && chosen !== "" ? `${t("sent.for")} ${chosen}` : field.hint}
      listLabel={t("new.known")}
      suggestions={
        query === ""
          ? []
          : hits.map((hit) => ({
              key: String(hit.id),
              text: hit.name ?? hit.legalName ?? t("customers.nameless"),
              more: hit.mobile && <bdi dir="ltr">{hit.mobile}</bdi>,
            }))
      }
      onTyped={(text) => {
        setTyped(text);
        setChosen("");
      }}
      onChosen={fill}
    />
  );
}
