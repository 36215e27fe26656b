/** Which module shows which page. */
import type { Page } from "../page.ts";
import type { PageName } from "../routes.ts";
import { applePayPage } from "./applepay.tsx";
import { errorPage } from "./error-page.tsx";
import { framePage } from "./frame.tsx";
import { googleButtonPage } from "./google-button.tsx";
import { homePage } from "./home.tsx";
import { infoPage } from "./info.tsx";
import { invoicePage } from "./invoice.tsx";
import { minePage } from "./mine.tsx";
import { printPage } from "./print.tsx";
import { productPage } from "./product.tsx";
import { quotePage } from "./quote.tsx";
import { resultPage } from "./result.tsx";
import { salesTermsPage } from "./sales-terms.tsx";
import { simplePage } from "./simple.tsx";
import { testCardsPage } from "./test-cards.tsx";
import { verifyPage } from "./verify.tsx";

export const pages: Readonly<Record<PageName, Page>> = {
  home: homePage,
  invoice: invoicePage,
  print: printPage,
  product: productPage,
  info: infoPage,
  applepay: applePayPage,
  simple: simplePage,
  frame: framePage,
  googleButton: googleButtonPage,
  testCards: testCardsPage,
  result: resultPage,
  error: errorPage,
  salesTerms: salesTermsPage,
  verify: verifyPage,
  quote: quotePage,
  mine: minePage,
};
