// Gives the statements on the standard input to TiDB's parser: see tidb-grammar beside it.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const process = require('node:process');

// The package talks about its own types.
console.debug = () => {};
console.log = () => {};
const parserPackage = path.resolve(process.argv[2], 'tidb-sql-parser.node-index.cjs');
const { initWasm } = require(parserPackage);

const ACCEPTED = /^(failed to get table|failed to get column|Unimplemented type|unimplemented)/i;

// What the package says after parsing is of no interest: it analyses queries of tables that it does not know.
function complaint(grammar, statement) {
  try {
    grammar.NewParser().Parse(statement);
    return undefined;
  } catch (failure) {
    return ACCEPTED.test(failure.message) ? undefined : failure.message;
  }
}

async function main() {
  const statements = fs.readFileSync(0, 'utf8').split('\0').filter((text) => text.trim() !== '');
  const grammar = await initWasm();
  let refused = 0;
  for (const statement of statements) {
    const found = complaint(grammar, statement);
    if (found !== undefined) {
      refused++;
      process.stdout.write(`${found.trim()}\n  in: ${statement.slice(0, 300)}\n`);
    }
  }
  process.stdout.write(`${statements.length} statements, ${refused} refused\n`);
  process.exit(refused === 0 && statements.length > 0 ? 0 : 1);
}

main();
