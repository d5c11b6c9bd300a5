// The page of a webview: it runs one script and one style sheet of ours and reaches nothing else (docs/decisions/0031-webviews.md).
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** The folder of the built parts, which is all that a webview may read. */
export function webviewFolder(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/**
 * `name`: of `name.js` and `nameStyle.css` in the folder. `media`: it shows pictures and sounds that the extension sends as data; from elsewhere
 * it loads none either.
 */
export function webviewPage(webview: vscode.Webview, folder: vscode.Uri, name: string, { media = false } = {}): string {
  const nonce = randomBytes(18).toString('base64url');
  const file = (path: string) => webview.asWebviewUri(vscode.Uri.joinPath(folder, path)).toString();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    ...(media ? ['img-src data:', 'media-src data:'] : []),
    `base-uri 'none'`,
    `form-action 'none'`,
  ];
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="UTF-8">
    <meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" nonce="${nonce}" href="${file(`${name}Style.css`)}">
    <title>Code Mode</title>
  </head>
  <body>
    <script nonce="${nonce}" src="${file(`${name}.js`)}"></script>
  </body>
</html>
`;
}
