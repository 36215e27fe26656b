/** The product's version, as the loading screen shows it (decision N5). */
import packageJson from "../../../package.json" with { type: "json" };

export const version: string = packageJson.version;
