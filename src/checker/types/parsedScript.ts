// Finds the `main` and the doc comments with which a saved script describes itself. TypeScript only parses the file.
import * as ts from 'typescript';
import { docsOf } from './typeSchema.ts';

type Main = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;

const mostComments = 4;

export class ParsedScript {
  readonly file: ts.SourceFile;
  readonly main: Main | undefined;
  /** The doc comments that describe the script, in order. */
  readonly docs: readonly ts.JSDoc[];
  /** The doc comment to which tags are added; undefined if the file begins with another's comment, or with none. */
  readonly ownDoc: ts.JSDoc | undefined;

  constructor(code: string) {
    this.file = ts.createSourceFile('/script.ts', code.replace(/^#!/, '//'), ts.ScriptTarget.ES2024, true);
    this.main = mainOf(this.file);
    const [first] = this.file.statements;
    const head = (first ?? this.file.endOfFileToken)
      .getChildren(this.file)
      .filter(ts.isJSDoc)
      .slice(-mostComments);
    const ofMain = this.main ? docsOf(this.main).slice(0, mostComments) : [];
    const isAnothers =
      first !== undefined && first !== this.main && isDescribed(first) && this.file.statements.length > 1;
    // The last comment belongs to the function or type. A single comment may be meant for the whole file.
    const own = isAnothers ? head.slice(0, -1) : head;
    this.docs = [...(own.length > 0 ? own : head), ...ofMain];
    this.ownDoc = own.at(-1) ?? (head.length === 0 ? ofMain.at(-1) : undefined);
  }

  /** The tags of all doc comments. */
  get tags(): readonly ts.JSDocTag[] {
    return this.docs.flatMap((doc) => doc.tags ?? []);
  }

  /**
   * The tags that name a field of the input: `month` for `month` and for `input.month`. Tags for the input itself are
   * left out, whatever name `main` gives it.
   */
  get fields(): readonly (readonly [name: string, tag: ts.JSDocParameterTag])[] {
    const [parameter] = this.main?.parameters ?? [];
    const whole = [
      '',
      'input',
      ...(parameter && ts.isIdentifier(parameter.name) ? [parameter.name.text] : []),
    ];
    return this.tags.filter(ts.isJSDocParameterTag).flatMap((tag) => {
      const { name } = tag;
      if (!ts.isIdentifier(name)) return [[name.right.text, tag] as const];
      return whole.includes(name.text) ? [] : [[name.text, tag] as const];
    });
  }
}

/** True if a doc comment directly before the statement describes the statement, and not the file. */
function isDescribed(statement: ts.Statement): boolean {
  return (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  );
}

function mainOf(file: ts.SourceFile): Main | undefined {
  let main: Main | undefined;
  for (const statement of file.statements) {
    if (ts.isExportAssignment(statement)) return functionOf(statement.expression) ?? main;
    if (ts.isFunctionDeclaration(statement)) {
      const isDefault =
        statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true;
      if (isDefault) return statement;
      if (statement.name?.text === 'main') main = statement;
    }
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && name.text === 'main') main = initializer && functionOf(initializer);
  }
  return main;
}

function functionOf(expression: ts.Expression): Main | undefined {
  if (ts.isParenthesizedExpression(expression)) return functionOf(expression.expression);
  return ts.isArrowFunction(expression) || ts.isFunctionExpression(expression) ? expression : undefined;
}
