/** Gives the screens who is signed in, the shop of this tab and the language; both can change without a reload. */
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react";
import type { Me } from "#contract/people.ts";
import { directionOf, type Language, languageStorageKey } from "#core/language.ts";
import { loadWording, type Wording, WordingProvider } from "../i18n/texts.ts";
import { NoShop } from "../shell/no-shop.tsx";
import { chosenShop, keepShop, type Session, SessionProvider } from "./shop.ts";
import { basePathOf } from "./world.ts";

const SpeakContext = createContext<(language: Language) => void>(() => {});

/** Changes the language of the console; what is typed stays. */
export function useSpeak(): (language: Language) => void {
  return use(SpeakContext);
}

const yearSeconds = 365 * 24 * 60 * 60;

/** Around every screen. */
export function Person(props: { readonly me: Me; readonly wording: Wording; readonly children: ReactNode }) {
  const { me, children } = props;
  const [wording, setWording] = useState(props.wording);
  const [shop, setShop] = useState(() => chosenShop(me));
  const queries = useQueryClient();
  const speak = useCallback((language: Language) => {
    void loadWording(language).then((loaded) => {
      document.documentElement.lang = language;
      document.documentElement.dir = directionOf(language);
      // biome-ignore lint/suspicious/noDocumentCookie: Safari 15 and Firefox 115 have no cookie store
      document.cookie = `${languageStorageKey}=${language}; path=/; max-age=${yearSeconds}; samesite=lax`;
      setWording(loaded);
    });
  }, []);
  const session = useMemo<Session | null>(
    () =>
      shop && {
        me,
        shop,
        choose: (next, section = "/") => {
          keepShop(next.liveMerchantId ?? next.merchantId);
          // The worlds have addresses of their own: nothing of one stays in the page of the other.
          if (next.world === "test" || shop.world === "test")
            return location.assign(basePathOf(next) + section);
          queries.clear();
          setShop(chosenShop(me));
        },
      },
    [me, shop, queries],
  );
  return (
    <WordingProvider value={wording}>
      <SpeakContext value={speak}>
        {session === null ? (
          <NoShop mayOpen={me.person.mayOpenShop} />
        ) : (
          <SessionProvider value={session}>{children}</SessionProvider>
        )}
      </SpeakContext>
    </WordingProvider>
  );
}
