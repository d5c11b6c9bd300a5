// Answers questions about the types of a script in the terms of its author: whether a type is declared by Code Mode, is
// a tool, or is a Promise.
import * as ts from 'typescript';
import type { TypedScript } from './scriptProgram.ts';
import type { ToolName } from './typeCheck.ts';

const LONGEST_TYPE = 160;
const LONGEST_CODE = 60;

export class ScriptTypes {
  readonly checker: ts.TypeChecker;
  readonly file: ts.SourceFile;
  readonly statements: readonly ts.Statement[];
  readonly #declarations: ts.SourceFile;

  constructor({ checker, file, statements, declarations }: TypedScript) {
    this.checker = checker;
    this.file = file;
    this.statements = statements;
    this.#declarations = declarations;
  }

  typeOf(node: ts.Node): ts.Type {
    return this.checker.getTypeAtLocation(node);
  }

  /** Returns the author's code on one line, cut to a maximum length. */
  code(node: ts.Node): string {
    const text = node.getText(this.file).replace(/\s+/g, ' ');
    return text.length > LONGEST_CODE ? `${text.slice(0, LONGEST_CODE)}…` : text;
  }

  /** Returns a call without its arguments, such as `tools.geo.getCity(…)`. */
  callCode(call: ts.CallExpression): string {
    return `${this.code(call.expression)}(${call.arguments.length > 0 ? '…' : ''})`;
  }

  /** Returns a type in about `longest` characters at most. A union keeps its first members, and no literal is cut. */
  text(type: ts.Type, longest = LONGEST_TYPE): string {
    const write = (one: ts.Type) =>
      this.checker.typeToString(one, undefined, ts.TypeFormatFlags.NoTruncation);
    const text = write(type);
    if (text.length <= longest) return text;
    if (!type.isUnion())
      return `${text.slice(0, longest).replace(/^((?:[^"]*"[^"]*")*[^"]*)"[^"]*$/, '$1')}…`;
    let room = longest;
    const shown = type.types
      .map(write)
      .filter((member, index) => (room -= member.length + 3) >= 0 || index === 0);
    return `${shown.join(' | ')} | … ${type.types.length - shown.length} more`;
  }

  /** True if the type belongs to the declarations of a server or of Code Mode, and not to the script or the library. */
  isOurs(type: ts.Type): boolean {
    return this.#declaredIn(type, (file) => file === this.#declarations);
  }

  /** Returns the name of a library type, such as `Array` or `Promise`, or of the object type of a primitive. */
  libraryName(type: ts.Type): string | undefined {
    if (type.flags & ts.TypeFlags.StringLike) return 'String';
    if (type.flags & ts.TypeFlags.NumberLike) return 'Number';
    if (type.flags & ts.TypeFlags.BooleanLike) return 'Boolean';
    if (this.checker.isArrayLikeType(type)) return 'Array';
    const isLibrary = this.#declaredIn(type, (file) => file !== this.file && file !== this.#declarations);
    return isLibrary ? type.getSymbol()?.name : undefined;
  }

  /** True for a string, a number, a boolean and a list. */
  isPlain(type: ts.Type): boolean {
    const kinds = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike;
    return (type.flags & kinds) !== 0 || this.checker.isArrayLikeType(type);
  }

  isPromise(type: ts.Type): boolean {
    return this.libraryName(type) === 'Promise';
  }

  /** True for `[Promise, Promise]` and `Promise[]`. */
  isListOfPromises(type: ts.Type): boolean {
    if (!this.checker.isArrayLikeType(type)) return false;
    const item = type.getNumberIndexType();
    return item !== undefined && this.isPromise(item);
  }

  /** Returns the name of the type's interface in the namespace `CodeMode`, such as `Tool`, `Api` or `Tools`. */
  ourInterface(type: ts.Type): string | undefined {
    const symbol = type.getSymbol();
    return symbol && symbol.flags & ts.SymbolFlags.Interface && this.isOurs(type) ? symbol.name : undefined;
  }

  isTool(type: ts.Type): boolean {
    const name = this.ourInterface(type);
    return name === 'Tool' || name === 'ToolWithOptionalInput';
  }

  /** True for a call of a tool, of its `raw`, or of `codemode`. */
  isOurCall(call: ts.CallExpression): boolean {
    const declaration = this.checker.getResolvedSignature(call)?.getDeclaration();
    const holder = declaration?.parent;
    if (!holder || holder.getSourceFile() !== this.#declarations || !ts.isInterfaceDeclaration(holder))
      return false;
    return ['Tool', 'ToolWithOptionalInput', 'Api', 'Store'].includes(holder.name.text);
  }

  /** Returns the tool that an expression denotes, following constants; undefined if unknown. */
  toolOf(expression: ts.Expression): ToolName | undefined {
    const plain = unwrapped(expression);
    if (
      ts.isPropertyAccessExpression(plain) &&
      plain.name.text === 'raw' &&
      this.isTool(this.typeOf(plain.expression))
    )
      return this.toolOf(plain.expression);
    if (!this.isTool(this.typeOf(plain))) return undefined;
    if (ts.isPropertyAccessExpression(plain))
      return this.#member(this.typeOf(plain.expression), plain.name.text);
    if (ts.isElementAccessExpression(plain) && ts.isStringLiteralLike(plain.argumentExpression))
      return this.#member(this.typeOf(plain.expression), plain.argumentExpression.text);
    const declaration = ts.isIdentifier(plain)
      ? this.checker.getSymbolAtLocation(plain)?.valueDeclaration
      : undefined;
    if (declaration && ts.isVariableDeclaration(declaration) && declaration.initializer)
      return this.toolOf(declaration.initializer);
    if (!declaration || !ts.isBindingElement(declaration)) return undefined;
    const name = declaration.propertyName ?? declaration.name;
    return ts.isIdentifier(name) ? this.#member(this.typeOf(declaration.parent), name.text) : undefined;
  }

  /** Returns the initializer of the constant that the expression names, or the expression itself. */
  origin(expression: ts.Expression): ts.Expression {
    const plain = unwrapped(expression);
    if (!ts.isIdentifier(plain)) return plain;
    const declaration = this.checker.getSymbolAtLocation(plain)?.valueDeclaration;
    if (!declaration || !ts.isVariableDeclaration(declaration) || !declaration.initializer) return plain;
    return unwrapped(declaration.initializer);
  }

  /** Returns the members of a union, or the type alone. */
  members(type: ts.Type): readonly ts.Type[] {
    return type.isUnion() ? type.types : [type];
  }

  /** Returns the server whose tools a type contains. Its interface is in the namespace `CodeMode.Servers.<server>`. */
  serverOf(type: ts.Type): string | undefined {
    const declaration = type.getSymbol()?.declarations?.[0];
    if (declaration?.getSourceFile() !== this.#declarations || !ts.isInterfaceDeclaration(declaration))
      return undefined;
    const namespace = declaration.parent.parent;
    return ts.isModuleDeclaration(namespace) ? plainName(namespace.name) : undefined;
  }

  /** Returns the tool that declares the type, in `Tools { readonly <tool>: … }` or in the namespace of its types. */
  toolDeclaring(type: ts.Type): ToolName | undefined {
    const declaration = type.getSymbol()?.declarations?.[0];
    if (declaration?.getSourceFile() !== this.#declarations) return undefined;
    for (let node: ts.Node = declaration; !ts.isSourceFile(node); node = node.parent) {
      const holder =
        ts.isPropertySignature(node) && ts.isInterfaceDeclaration(node.parent) ? node.parent : undefined;
      const isTool = holder?.name.text === 'Tools' || ts.isModuleDeclaration(node);
      const server = (holder ?? node).parent;
      if (
        isTool &&
        (ts.isPropertySignature(node) || ts.isModuleDeclaration(node)) &&
        ts.isModuleBlock(server) &&
        !ts.isSourceFile(server.parent.parent)
      )
        return { server: plainName(server.parent.name), tool: plainName(node.name) };
    }
    return undefined;
  }

  #member(holder: ts.Type, tool: string): ToolName | undefined {
    const server = this.serverOf(holder);
    return server === undefined ? undefined : { server, tool };
  }

  #declaredIn(type: ts.Type, test: (file: ts.SourceFile) => boolean): boolean {
    const declarations = (type.getSymbol() ?? type.aliasSymbol)?.declarations ?? [];
    return declarations.length > 0 && declarations.every((declaration) => test(declaration.getSourceFile()));
  }
}

/** Returns the expression without parentheses and other syntax that does not change the value. */
export function unwrapped(expression: ts.Expression): ts.Expression {
  if (
    ts.isParenthesizedExpression(expression) ||
    ts.isNonNullExpression(expression) ||
    ts.isSatisfiesExpression(expression)
  )
    return unwrapped(expression.expression);
  if (ts.isAsExpression(expression) && ts.isConstTypeReference(expression.type))
    return unwrapped(expression.expression);
  return expression;
}

/** Returns a name as scripts use it. Names not allowed for a namespace begin with `$` (declarations/apiText.ts). */
function plainName(name: ts.PropertyName | ts.ModuleName): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text.replace(/^\$/, '') : '';
}
