import {
  type CancellationToken,
  type InputBoxOptions,
  ProgressLocation,
  type QuickPickItem,
  type QuickPickOptions,
  window,
} from "vscode";

// The only functions for messages, progress, quick picks and input boxes. VS Code draws icons and links in their texts,
// links to commands among them (VS Code, base/common/iconLabels.ts and linkedText.ts). Therefore every text passes
// `escapeCodicons` here. The texts of buttons are the extension's own.

const maxColumns = { message: 400, label: 120, detail: 240 } as const;

/**
 * Shows a message.
 * @returns the button that the user chose.
 */
export async function showMessage(text: string, ...buttons: readonly string[]): Promise<string | undefined> {
  const { escapeCodicons } = await loadEscape();
  return window.showInformationMessage(escapeCodicons(text, maxColumns.message), ...buttons);
}

/**
 * Shows a message with the icon of a warning.
 * @returns the button that the user chose.
 */
export async function showWarning(text: string, ...buttons: readonly string[]): Promise<string | undefined> {
  const { escapeCodicons } = await loadEscape();
  return window.showWarningMessage(escapeCodicons(text, maxColumns.message), ...buttons);
}

/** Shows a message with the icon of an error. */
export async function showError(text: string): Promise<void> {
  const { escapeCodicons } = await loadEscape();
  await window.showErrorMessage(escapeCodicons(text, maxColumns.message));
}

/** Shows a text in the status bar for `milliseconds`. */
export async function showBriefly(text: string, milliseconds: number): Promise<void> {
  const { escapeCodicons } = await loadEscape();
  window.setStatusBarMessage(escapeCodicons(text, maxColumns.label), milliseconds);
}

/** Shows progress while `work` runs, with a button that cancels it. */
export async function withProgress<Result>(
  title: string,
  work: (report: (message: string) => void, token: CancellationToken) => Promise<Result>,
): Promise<Result> {
  const { escapeCodicons } = await loadEscape();
  return window.withProgress(
    { location: ProgressLocation.Notification, cancellable: true, title: escapeCodicons(title, maxColumns.label) },
    (progress, token) =>
      work((message) => progress.report({ message: escapeCodicons(message, maxColumns.detail) }), token),
  );
}

type PickOptions = Pick<QuickPickOptions, "matchOnDescription" | "matchOnDetail"> & { readonly title: string };

/**
 * Asks the user to choose an item. An item is identified by its other fields, because its texts are changed for
 * display.
 */
export async function pickOne<Item extends QuickPickItem>(
  items: readonly Item[],
  options: PickOptions,
): Promise<Item | undefined> {
  const { escapeCodicons } = await loadEscape();
  return window.showQuickPick(toShownItems(items, escapeCodicons), {
    ...options,
    title: escapeCodicons(options.title, maxColumns.label),
  });
}

/** Asks the user to choose several items, or none. */
export async function pickSome<Item extends QuickPickItem>(
  items: readonly Item[],
  options: PickOptions,
): Promise<readonly Item[] | undefined> {
  const { escapeCodicons } = await loadEscape();
  const title = escapeCodicons(options.title, maxColumns.label);
  return window.showQuickPick(toShownItems(items, escapeCodicons), { ...options, title, canPickMany: true });
}

/**
 * Asks the user for a text.
 * @returns what the user typed.
 */
export async function askForText({
  title,
  prompt,
  value,
}: Required<Pick<InputBoxOptions, "title" | "prompt" | "value">>): Promise<string | undefined> {
  const { escapeCodicons } = await loadEscape();
  return window.showInputBox({
    title: escapeCodicons(title, maxColumns.label),
    prompt: escapeCodicons(prompt, maxColumns.detail),
    value,
  });
}

type LabelBundle = typeof import("../../shared/characters/sanitize-label.ts");

/** Loads the function that makes a text safe for VS Code to draw. Its bundle is loaded with the first text. */
function loadEscape(): Promise<LabelBundle> {
  return import("../../shared/characters/sanitize-label.ts");
}

function toShownItems<Item extends QuickPickItem>(
  items: readonly Item[],
  escapeCodicons: LabelBundle["escapeCodicons"],
): readonly Item[] {
  return items.map((item) => ({
    ...item,
    label: escapeCodicons(item.label, maxColumns.label),
    ...(item.description !== undefined && { description: escapeCodicons(item.description, maxColumns.detail) }),
    ...(item.detail !== undefined && { detail: escapeCodicons(item.detail, maxColumns.detail) }),
  }));
}
