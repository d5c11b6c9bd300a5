// One call, with an argument from the command line: --arg name=Ada
const message = `Hello, ${codemode.args.name ?? 'world'}!`;
return await tools.everything.echo({ message });
