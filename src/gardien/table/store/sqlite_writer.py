"""What waits for a SQLite file, written in one transaction and answered once that is on the disk."""

import sqlite3
from pathlib import Path
from typing import Any

from gardien.table.store.sqlite_file import refusal
from gardien.table.store.writer import Job


def commit(connection: sqlite3.Connection, path: Path, batch: list[Job]) -> None:
    """One transaction for all; a job's work is a function of the connection."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        answers = [_attempt(connection, job) for job in batch]
        connection.execute("COMMIT")
    except Exception as error:
        if connection.in_transaction:
            connection.rollback()
        for job in batch:
            job.future.set_exception(refusal(error, path) if isinstance(error, sqlite3.Error) else error)
        return
    for job, (answer, fault) in zip(batch, answers, strict=True):
        if fault:
            job.future.set_exception(fault)
        else:
            job.future.set_result(answer)


def _attempt(connection: sqlite3.Connection, job: Job) -> tuple[Any, Exception | None]:
    """One job's answer or fault; a fault undoes this job alone, trouble with the file all of them."""
    if not job.looks_first:
        connection.execute("SAVEPOINT job")
    try:
        answer, fault = job.work(connection), None
    except sqlite3.Error:
        raise
    except Exception as refused:
        answer, fault = None, refused
        if not job.looks_first:
            connection.execute("ROLLBACK TO job")
    if not job.looks_first:
        connection.execute("RELEASE job")
    return answer, fault
