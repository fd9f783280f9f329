import type { Translate } from "../../../outline/translate.ts";

// The rows that offer a way around what blocks a report.

export const connectWords = (say: Translate): string => say("Connect");
export const logInWords = (say: Translate): string => say("Log in in a terminal");
export const refreshWords = (say: Translate): string => say("Try again");
export const pickContextWords = (say: Translate): string => say("Select another context…");
export const pickNamespacesWords = (say: Translate): string => say("Select namespaces to read…");
export const openGatherWords = (say: Translate): string => say("Open a must-gather or dump…");
export const showLogWords = (say: Translate): string => say("Show the log");
