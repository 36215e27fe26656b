/**
 * What most browsers show of the wallets, as one file for the page to fetch: it does so without a press. What
 * drives Apple's sheet is apart, for browsers that have one.
 */
export { ApplePayHowToLink } from "./applepay/how-to-link.tsx";
export { GooglePayButton } from "./googlepay/button.tsx";
