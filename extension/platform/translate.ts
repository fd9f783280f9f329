import { l10n } from "vscode";
import type { Translate } from "../../shared/outline/translate.ts";

/** Translates a text to the language of VS Code, where there is a bundle for it (extension/l10n). */
export const translate: Translate = (template, ...values) => l10n.t(template, ...values);
