#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace outrider {

/// The kinds of `--report` and `--format`.
enum class ReportKind { json, ndjson, text, html, junit, prometheus, env, scrapy, celery, airflow, github };

inline constexpr std::array<std::pair<std::string_view, ReportKind>, 11> report_kind_words{{
    {"json", ReportKind::json},
    {"ndjson", ReportKind::ndjson},
    {"text", ReportKind::text},
    {"html", ReportKind::html},
    {"junit", ReportKind::junit},
    {"prometheus", ReportKind::prometheus},
    {"env", ReportKind::env},
    {"scrapy", ReportKind::scrapy},
    {"celery", ReportKind::celery},
    {"airflow", ReportKind::airflow},
    {"github", ReportKind::github},
}};

}  // namespace outrider
