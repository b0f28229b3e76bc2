"""Asks the MCP server of Kubeflow for the bottlenecks of one application, as a chat client would: over stdio.

Usage: ask_mcp.py <History Server url> <application id>
"""

import asyncio
import os
import sys
import tempfile

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

CONFIG = """
servers:
  side-by-side:
    default: true
    url: "{url}"
mcp:
  transports: [stdio]
"""


async def ask(url: str, app_id: str) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as config:
        config.write(CONFIG.format(url=url))
        config.flush()
        command = os.path.join(os.path.dirname(sys.executable), "spark-mcp")
        server = StdioServerParameters(command=command, args=["--config", config.name])
        async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            result = await session.call_tool("get_job_bottlenecks", {"app_id": app_id})
            if result.isError:
                sys.exit(str(result.content))
            print(result.content[0].text)


asyncio.run(ask(sys.argv[1], sys.argv[2]))
