"""Runs the example of `mapInPandas` in docs/data.md.

    python3 tests/pipelines/spark_pandas.py FILE PARTITIONS

FILE has a puzzle on each line. Prints the verdict and the solution of each line in the order of the
file. The Python package `satdoku`, pandas and pyarrow have to be installed.
"""

import os
import re
import sys
from pathlib import Path

from pyspark.sql import SparkSession

file, partitions = sys.argv[1], int(sys.argv[2])

page = (Path(__file__).parents[2] / "docs" / "data.md").read_text()
examples = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
example = next(example for example in examples if "mapInPandas" in example)
example = example.replace('spark.read.text("puzzles.txt")', "lines")

# The workers have the same packages.
os.environ["PYSPARK_PYTHON"] = sys.executable
spark = SparkSession.builder.master("local[*]").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
texts = spark.sparkContext.textFile(file, minPartitions=partitions)
texts = texts.filter(lambda line: line and not line.startswith("#"))
lines = spark.createDataFrame(texts.map(lambda line: (line,)), "value string")
names = {"spark": spark, "lines": lines}
exec(example, names)
for row in names["answers"].toLocalIterator():
    print(row.verdict, row.solution)
print(f"{lines.rdd.getNumPartitions()} partitions", file=sys.stderr)
spark.stop()
