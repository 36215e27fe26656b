/** The console's start: who is signed in stands in the document, the texts come with the first screen. */
import "./styles/console.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { readLanguage } from "#core/language.ts";
import { createQueries } from "./calls/queries.ts";
import { loadWording } from "./i18n/texts.ts";
import { createConsoleRouter } from "./routes.tsx";
import { watchInput } from "./session/attended.ts";
import { readMe } from "./session/me.ts";
import { Person } from "./session/person.tsx";
import { chosenShop, keepNamedShop } from "./session/shop.ts";
import { basePathOf } from "./session/world.ts";

const root = document.getElementById("console");
if (root === null) throw new Error("the document has no place for the console");
watchInput();
keepNamedShop();
const wording = await loadWording(readLanguage(document.documentElement.lang) ?? "ar");
const queries = createQueries();
const me = readMe();
const shop = chosenShop(me);
const router = createConsoleRouter(shop === null ? "" : basePathOf(shop));

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Person me={me} wording={wording}>
        <RouterProvider router={router} />
      </Person>
    </QueryClientProvider>
  </StrictMode>,
);
