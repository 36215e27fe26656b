/**
 * The wallets' buttons that most browsers show, as one file for the page to fetch: it does so without a press. What
 * drives Apple's sheet is apart, for browsers that have one.
 */
export { ApplePayHowToButton } from "./applepay/how-to-button.tsx";
export { GooglePayButton } from "./googlepay/button.tsx";
