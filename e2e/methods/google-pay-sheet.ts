/** Google Pay's sheet of the simulator, a window of its own. */
import { expect, type Locator } from "@playwright/test";

/**
 * Presses a button of the sheet and waits until the window is gone. The page below closes it on the press, often before
 * the browser has confirmed the press to the test; that the window closed says as well that it was pressed.
 */
export async function pressInSheet(button: Locator): Promise<void> {
  await expect(button).toBeVisible();
  const closed = button.page().waitForEvent("close");
  await Promise.any([closed, button.click().then(() => closed)]);
}
