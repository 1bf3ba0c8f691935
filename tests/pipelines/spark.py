"""Runs satdoku in Apache Spark.

    python3 tests/pipelines/spark.py SATDOKU FILE PARTITIONS

Reads lines of puzzles, pipes each partition through `satdoku check`, and prints a record for each
line in the order of the file. If a run of satdoku fails, so does the job (checkCode).
"""

import sys

from pyspark import SparkConf, SparkContext

program, file, partitions = sys.argv[1], sys.argv[2], int(sys.argv[3])

conf = SparkConf().setMaster("local[*]").set("spark.ui.enabled", "false")
context = SparkContext(conf=conf)
context.setLogLevel("ERROR")
answers = (
    context.textFile(file, minPartitions=partitions)
    .filter(lambda line: line and not line.startswith("#"))
    .pipe(f"{program} check -j 1 --format jsonl --no-filename --exit-zero", checkCode=True)
)
for answer in answers.toLocalIterator():
    print(answer)
print(f"{answers.getNumPartitions()} partitions", file=sys.stderr)
context.stop()
