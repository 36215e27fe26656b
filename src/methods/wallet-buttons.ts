/**
 * The wallet buttons of most browsers, as one file that the page fetches without a press. The code of
 * Apple's sheet is a separate file, for browsers that have one.
 */
export { ApplePayHowToLink } from "./applepay/how-to-link.tsx";
export { GooglePayButton } from "./googlepay/button.tsx";
