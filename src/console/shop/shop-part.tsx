/** The screens below the shop's settings, by the last part of their address; the studio, which is large, has a route of its own. */
import { useParams } from "@tanstack/react-router";
import { MessagesScreen } from "../messages/messages.tsx";
import { Missing } from "../shell/broken.tsx";
import { TaxScreen } from "../tax/tax.tsx";
import { AgreementsScreen } from "./agreements.tsx";
import { StepsScreen } from "./first-steps.tsx";

export function ShopPart() {
  const { part } = useParams({ from: "/shop/$part" });
  if (part === "messages") return <MessagesScreen />;
  if (part === "terms") return <AgreementsScreen />;
  if (part === "tax") return <TaxScreen />;
  return part === "steps" ? <StepsScreen /> : <Missing />;
}
