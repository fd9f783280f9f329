// Stands in for @vscode/native-watchdog, which is native code without a build of it and ends a host whose server died;
// here whoever started the server ends both.
exports.start = () => {};
