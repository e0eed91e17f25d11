"""The chance that a block is main content: regression trees written by bench/train_main_content.py, not by hand."""

from __future__ import annotations

from math import exp

from gossamer.content.main_content.features import Facts, Row

_SURE = 1.8


def chances(known: Facts) -> list[float]:
    """Return the chance for each block; clear cases end after the first trees."""
    (
        page_text,
        page_density,
        page_prose,
        page_blocks,
        page_repeat_share,
        page_prices,
    ) = known.page
    result = []
    last: Row = ()
    for section, (
        text,
        link_density,
        stops,
        ended,
        tag,
        near,
        far,
    ), (
        next_text,
        window_text,
        window_density,
        window_stops,
    ), (
        like_count,
        like_share,
        like_distinct,
        copy,
    ), (
        since_heading,
        heading_level,
        since_related,
        since_talk,
    ), (
        place,
        since_title,
    ) in known.rows:
        if section is not last:
            (
                s1_text,
                s2_text,
                s3_text,
                s3_density,
                s3_blocks,
                s5_share,
                s5_density,
                prose_share,
                depth,
                scope,
                repeat_share,
                repeat_text,
                outer_share,
                outer_text,
                core_up,
                core_down,
                core_side,
                bulk_up,
                bulk_down,
                bulk_side,
                title_up,
                title_down,
                title_side,
            ) = last = section
        score = (
            (
                (
                    (-0.033 if bulk_side <= 0 else (-0.014 if like_distinct <= 0.33514 else 0.172))
                    if bulk_side <= 0
                    else (0.412 if core_up <= 0 else (-0.111 if like_count <= 251 else 0.485))
                )
                if prose_share <= 0.57258
                else (
                    ((0.015 if near & 2097152 else 0.472) if copy <= 1 else -0.031)
                    if core_up <= 0
                    else ((0.147 if page_prose <= 0.71293 else 0.371) if bulk_side <= 0 else 0.001)
                )
            )
            + (
                (
                    (-0.053 if far & 72057594037927936 else -0.211)
                    if s1_text <= 230
                    else (-0.362 if title_side <= 0 else (0.032 if place <= 0.74968 else -0.168))
                )
                if ended <= 0
                else (
                    ((-0.282 if title_side <= 0 else 0.074) if place <= 0.77636 else -0.108)
                    if s1_text <= 595
                    else (
                        (-0.153 if s1_text <= 2633 else 0.222)
                        if since_talk <= 100
                        else (0.247 if since_talk <= 164 else 0.115)
                    )
                )
            )
            + (
                (
                    (-0.105 if ended <= 0 else (0.203 if page_text <= 3674 else 0.009))
                    if s1_text <= 296
                    else (
                        (0.197 if depth <= 20 else -0.082)
                        if since_title <= 72
                        else (-0.171 if s3_density <= 0.0055687 else 0.041)
                    )
                )
                if core_up <= 0
                else (
                    (-0.098 if far & 288230376151711744 else (-0.326 if near & 1 else -0.196))
                    if outer_share <= 0.65828
                    else (0.160 if core_up <= 5 else -0.054)
                )
            )
            + (
                (
                    (-0.265 if title_side <= 0 else (-0.195 if like_distinct <= 0.33514 else -0.037))
                    if bulk_side <= 0
                    else (-0.249 if since_talk <= 451 else 0.022)
                )
                if prose_share <= 0.73634
                else (
                    (
                        (-0.290 if heading_level <= 0 else 0.196)
                        if page_prices <= 1
                        else (0.051 if page_blocks <= 356 else -0.290)
                    )
                    if core_down <= 2
                    else (-0.298 if like_distinct <= 0.34164 else (0.110 if place <= 0.43457 else -0.031))
                )
            )
            + (
                (
                    (
                        (-0.067 if window_text <= 221 else 0.101)
                        if core_side <= 0
                        else (0.016 if bulk_side <= 0 else -0.176)
                    )
                    if since_heading <= 1
                    else (-0.190 if like_share <= 0.031182 else (-0.009 if s3_density <= 0.12179 else -0.145))
                )
                if like_share <= 0.25512
                else (
                    (-0.066 if far & 64 else (-0.152 if near & 144115188075855872 else 0.185))
                    if link_density <= 0.78405
                    else (-0.205 if outer_share <= 0.70787 else 0.094)
                )
            )
            + (
                (
                    (
                        (-0.111 if like_share <= 0.008063 else 0.023)
                        if copy <= 1
                        else (-0.187 if like_count <= 105 else 0.227)
                    )
                    if bulk_up <= 0
                    else ((-0.179 if like_share <= 0.019553 else -0.015) if core_side <= 0 else -0.208)
                )
                if like_share <= 0.25512
                else (
                    ((-0.300 if near & 64 else 0.156) if copy <= 1 else -0.173)
                    if tag <= 28
                    else (-0.382 if s5_share <= 0.75786 else 0.064)
                )
            )
            + (
                (
                    ((-0.138 if far & 144115188075855872 else 0.169) if s3_text <= 50717 else -0.310)
                    if core_up <= 0
                    else (0.203 if near & 288230376151711744 else -0.232)
                )
                if core_down <= 0
                else (
                    ((-0.115 if since_talk <= 101 else 0.066) if bulk_side <= 0 else -0.141)
                    if tag <= 1
                    else (
                        (-0.128 if tag <= 29 else -0.020)
                        if outer_share <= 0.65828
                        else (0.139 if outer_text <= 270.72 else -0.017)
                    )
                )
            )
            + (
                (
                    (
                        (0.140 if page_density <= 0.043574 else -0.086)
                        if s5_share <= 0.69504
                        else (0.148 if near & 72057594037927936 else 0.009)
                    )
                    if bulk_up <= 0
                    else (-0.172 if like_count <= 10 else -0.055)
                )
                if ended <= 0
                else (
                    ((0.169 if bulk_up <= 0 else -0.014) if page_blocks <= 63 else (-0.202 if far & 2097152 else 0.016))
                    if s1_text <= 5718
                    else (0.185 if s1_text <= 48399 else -0.191)
                )
            )
            + (
                (
                    -0.205
                    if title_side <= 0
                    else (
                        (0.116 if s2_text <= 75 else -0.039)
                        if page_prose <= 0.24572
                        else (-0.126 if window_text <= 263 else -0.028)
                    )
                )
                if window_text <= 560
                else (
                    (-0.171 if like_distinct <= 0.53101 else (-0.238 if near & 4 else 0.092))
                    if s3_density <= 0.22292
                    else (
                        (-0.265 if outer_share <= 0.6955 else 0.042)
                        if far & 1
                        else (0.023 if bulk_down <= 6 else -0.239)
                    )
                )
            )
            + (
                (
                    (
                        (-0.147 if like_distinct <= 0.49359 else 0.124)
                        if core_up <= 0
                        else (0.009 if title_up <= 3 else -0.131)
                    )
                    if since_heading <= 1
                    else (-0.102 if page_prices <= 29 else 0.042)
                )
                if prose_share <= 0.77702
                else (
                    ((0.123 if stops <= 60 else -0.141) if since_heading <= 19 else -0.062)
                    if page_prices <= 1
                    else ((0.128 if since_heading <= 3 else -0.084) if title_up <= 2 else -0.110)
                )
            )
            + (
                (
                    (
                        (0.017 if near & 72057594037927936 else -0.113)
                        if like_share <= 0.016183
                        else (-0.158 if near & 2097152 else 0.030)
                    )
                    if window_density <= 0.43067
                    else ((-0.011 if near & 72057594037927936 else -0.140) if like_count <= 21 else 0.011)
                )
                if like_share <= 0.5143
                else (
                    (-0.519 if near & 144115188075855872 else (-0.025 if far & 65536 else 0.164))
                    if s3_blocks <= 17
                    else (0.179 if page_text <= 62728 else -0.197)
                )
            )
            + (
                (
                    (
                        (0.136 if page_prices <= 0 else 0.018)
                        if core_side <= 0
                        else (-0.103 if repeat_text <= 158.83 else 0.101)
                    )
                    if since_heading <= 1
                    else (
                        (-0.034 if link_density <= 0.65747 else -0.195)
                        if like_count <= 4
                        else (0.100 if repeat_text <= 60.225 else -0.007)
                    )
                )
                if copy <= 1
                else (
                    (-0.121 if repeat_text <= 537.96 else -0.236)
                    if like_count <= 84
                    else (-0.215 if s3_blocks <= 5 else 0.215)
                )
            )
        )
        if -_SURE < score < _SURE:
            score += (
                (
                    (
                        (
                            (0.046 if page_blocks <= 126 else -0.137)
                            if since_talk <= 102
                            else (0.082 if since_talk <= 163 else 0.008)
                        )
                        if copy <= 1
                        else (-0.135 if page_blocks <= 381 else 0.036)
                    )
                    if bulk_up <= 0
                    else (
                        (0.223 if far & 17179869184 else (-0.223 if repeat_text <= 158.83 else 0.248))
                        if core_up <= 0
                        else ((-0.069 if since_talk <= 445 else 0.309) if far & 17179869184 else -0.150)
                    )
                )
                + (
                    (
                        (
                            (0.037 if bulk_up <= 0 else -0.073)
                            if prose_share <= 0.7885
                            else (0.005 if near & 65536 else 0.128)
                        )
                        if page_prices <= 1
                        else ((0.020 if stops <= 43 else -0.554) if title_down <= 13 else -0.233)
                    )
                    if since_heading <= 2
                    else (
                        (
                            (0.060 if s3_density <= 0.10824 else -0.042)
                            if outer_text <= 712.79
                            else (-0.042 if since_heading <= 20 else -0.154)
                        )
                        if bulk_up <= 0
                        else -0.118
                    )
                )
                + (
                    (
                        (-0.353 if page_blocks <= 72 else -0.155)
                        if far & 288230376151711744
                        else (-0.044 if page_blocks <= 21 else -0.226)
                    )
                    if far & 8589934592
                    else (
                        (
                            (0.158 if near & 536870912 else -0.189)
                            if near & 32768
                            else (0.049 if near & 72057594037927936 else -0.033)
                        )
                        if ended <= 0
                        else (
                            (-0.335 if s5_density <= 0.073055 else -0.038)
                            if near & 64
                            else (-0.126 if far & 2097152 else 0.055)
                        )
                    )
                )
                + (
                    (-0.046 if far & 70368744177664 else (-0.082 if far & 256 else -0.251))
                    if far & 8589934592
                    else (
                        (
                            (0.007 if title_up <= 1 else -0.156)
                            if since_title <= 0
                            else (0.001 if like_count <= 2 else 0.088)
                        )
                        if since_title <= 59
                        else (
                            (0.191 if s2_text <= 42 else 0.022)
                            if page_prose <= 0.2619
                            else (-0.091 if s5_share <= 0.73291 else -0.010)
                        )
                    )
                )
                + (
                    (
                        (-0.163 if page_prose <= 0.79328 else 0.125)
                        if near & 1
                        else (-0.243 if far & 8589934592 else (0.036 if title_up <= 6 else -0.055))
                    )
                    if place <= 0.77636
                    else (
                        (
                            (-0.164 if window_text <= 364 else -0.021)
                            if core_up <= 0
                            else (-0.083 if page_prose <= 0.37928 else -0.195)
                        )
                        if repeat_share <= 0.049002
                        else (-0.214 if near & 2097152 else (-0.013 if page_density <= 0.82138 else 0.226))
                    )
                )
                + (
                    (
                        (
                            (-0.059 if repeat_text <= 517.33 else -0.670)
                            if repeat_text <= 528.94
                            else (0.102 if page_blocks <= 286 else -0.157)
                        )
                        if since_related <= 102
                        else (
                            (0.237 if far & 70368744177664 else -0.148)
                            if far & 68719476736
                            else (-0.147 if far & 64 else 0.043)
                        )
                    )
                    if copy <= 1
                    else (
                        ((-0.017 if since_related <= 340 else 0.181) if far & 137438953472 else -0.109)
                        if repeat_text <= 557.39
                        else -0.202
                    )
                )
                + (
                    (
                        (0.071 if scope <= 0 else (-0.515 if page_density <= 0.011119 else -0.005))
                        if since_heading <= 1
                        else (
                            (0.284 if page_density <= 0.79169 else 0.015)
                            if page_prose <= 0.029718
                            else (-0.008 if s5_density <= 0.85996 else -0.152)
                        )
                    )
                    if title_up <= 5
                    else (
                        0.088
                        if page_density <= 0.057133
                        else (
                            (0.050 if since_heading <= 26 else -0.170)
                            if place <= 0.40689
                            else (-0.145 if page_density <= 0.75349 else 0.243)
                        )
                    )
                )
                + (
                    (
                        (
                            (-0.105 if repeat_share <= 0.80023 else 0.050)
                            if ended <= 0
                            else (0.089 if page_text <= 21577 else -0.079)
                        )
                        if title_up <= 2
                        else (0.112 if window_text <= 48 else (-0.191 if page_repeat_share <= 0.58208 else -0.082))
                    )
                    if since_talk <= 102
                    else (
                        -0.214
                        if far & 2147483648
                        else (
                            (-0.058 if page_text <= 13040 else -0.249)
                            if far & 68719476736
                            else (0.032 if copy <= 1 else -0.060)
                        )
                    )
                )
                + (
                    (
                        (-0.154 if text <= 45 else 0.379)
                        if far & 4096
                        else (0.023 if window_density <= 0.016118 else (0.017 if far & 34359738368 else -0.192))
                    )
                    if title_side <= 0
                    else (
                        ((-0.004 if window_density <= 0.15922 else -0.142) if text <= 1758 else -0.450)
                        if far & 4
                        else (
                            (0.001 if s5_share <= 0.027844 else -0.141)
                            if like_distinct <= 0.15089
                            else (0.030 if place <= 0.91351 else -0.086)
                        )
                    )
                )
                + (
                    (
                        ((-0.184 if since_talk <= 125 else -0.014) if window_stops <= 2 else -0.226)
                        if since_talk <= 282
                        else (0.133 if far & 262144 else -0.133)
                    )
                    if near & 2048
                    else (
                        ((0.100 if far & 34359738368 else -0.170) if page_text <= 16517 else -0.290)
                        if near & 64
                        else (
                            (0.068 if core_down <= 0 else -0.003)
                            if s3_blocks <= 391
                            else (-0.414 if page_text <= 31096 else -0.100)
                        )
                    )
                )
                + (
                    (
                        (-0.016 if near & 8796093022208 else -0.201)
                        if far & 2147483648
                        else (
                            (-0.092 if far & 68719476736 else 0.021)
                            if place <= 0.77636
                            else (-0.108 if outer_share <= 0.084012 else -0.001)
                        )
                    )
                    if stops <= 45
                    else (-0.288 if s2_text <= 3681 else (0.079 if s2_text <= 8087 else -0.135))
                )
                + (
                    (
                        (-0.048 if page_prices <= 42 else (0.392 if page_repeat_share <= 0.33865 else -0.013))
                        if like_count <= 21
                        else ((0.187 if near & 4398046511104 else 0.023) if tag <= 30 else -0.286)
                    )
                    if ended <= 0
                    else (
                        (-0.041 if like_count <= 14 else -0.502)
                        if near & 140737488355328
                        else (
                            (0.043 if text <= 509 else 0.160)
                            if page_text <= 10746
                            else (0.152 if near & 137438953472 else -0.016)
                        )
                    )
                )
            )
            if -_SURE < score < _SURE:
                score += (
                    (
                        (
                            (0.055 if far & 68719476736 else (0.209 if far & 140737488355328 else -0.102))
                            if page_blocks <= 443
                            else 0.111
                        )
                        if since_talk <= 101
                        else (
                            (
                                (-0.045 if repeat_text <= 14.45 else 0.038)
                                if text <= 210
                                else (0.107 if copy <= 1 else -0.151)
                            )
                            if since_talk <= 138
                            else (
                                (-0.387 if page_blocks <= 134 else -0.108)
                                if far & 140737488355328
                                else (0.004 if depth <= 23 else -0.170)
                            )
                        )
                    )
                    + (
                        (
                            (
                                (0.174 if near & 131072 else -0.124)
                                if since_title <= 102
                                else (0.043 if repeat_share <= 0.83793 else -0.426)
                            )
                            if far & 34359738368
                            else -0.147
                        )
                        if near & 32768
                        else (
                            (-0.002 if since_title <= 29 else (-0.282 if repeat_share <= 0.93832 else 0.168))
                            if near & 524288
                            else (
                                (-0.120 if title_side <= 0 else 0.017)
                                if stops <= 45
                                else (-0.271 if window_text <= 3643 else -0.003)
                            )
                        )
                    )
                    + (
                        (
                            ((0.012 if heading_level <= 3 else -0.059) if stops <= 49 else -0.182)
                            if link_density <= 0.14306
                            else (
                                (0.032 if s2_text <= 40 else -0.079)
                                if since_related <= 251
                                else (0.118 if page_text <= 18514 else -0.056)
                            )
                        )
                        if like_share <= 0.52634
                        else (
                            (
                                (-0.125 if far & 64 else 0.127)
                                if repeat_share <= 0.99408
                                else (0.051 if text <= 2280 else -0.436)
                            )
                            if s1_text <= 51044
                            else -0.361
                        )
                    )
                    + (
                        (
                            (
                                (-0.088 if text <= 27 else 0.026)
                                if far & 268435456
                                else (-0.066 if far & 70368744177664 else -0.230)
                            )
                            if repeat_text <= 1877.0
                            else 0.005
                        )
                        if far & 8589934592
                        else (
                            (-0.022 if since_title <= -99 else -0.247)
                            if near & 68719476736
                            else (
                                (0.043 if since_title <= 64 else -0.016)
                                if link_density <= 0.25059
                                else (0.017 if page_prose <= 0.4015 else -0.095)
                            )
                        )
                    )
                    + (
                        (
                            ((-0.184 if near & 2048 else 0.018) if bulk_down <= 5 else (-0.044 if far & 1 else -0.210))
                            if page_blocks <= 350
                            else (0.133 if copy <= 2 else -0.106)
                        )
                        if far & 2048
                        else (
                            (
                                (-0.063 if s2_text <= 5729 else 0.160)
                                if far & 1
                                else (-0.103 if near & 524288 else 0.019)
                            )
                            if s1_text <= 48399
                            else (-0.318 if page_blocks <= 470 else 0.103)
                        )
                    )
                    + (
                        (
                            (-0.107 if like_distinct <= 0.24087 else 0.083)
                            if like_distinct <= 0.36731
                            else (-0.215 if window_stops <= 33 else -0.015)
                        )
                        if far & 8589934592
                        else (
                            (
                                (-0.057 if repeat_text <= 38.292 else -0.180)
                                if far & 17179869184
                                else (0.447 if far & 9007199254740992 else -0.049)
                            )
                            if like_distinct <= 0.15089
                            else (
                                (-0.009 if repeat_text <= 280.46 else -0.207)
                                if near & 2097152
                                else (0.016 if s3_blocks <= 365 else -0.190)
                            )
                        )
                    )
                    + (
                        (
                            ((0.086 if tag <= 1 else -0.008) if place <= 0.439 else (-0.011 if scope <= 0 else -0.088))
                            if since_heading <= 19
                            else ((-0.072 if like_count <= 16 else 0.056) if window_text <= 2332 else -0.266)
                        )
                        if like_count <= 21
                        else (
                            (
                                (0.069 if tag <= 30 else -0.234)
                                if window_stops <= 71
                                else (0.150 if place <= 0.29463 else -0.248)
                            )
                            if page_prices <= 74
                            else -0.173
                        )
                    )
                    + (
                        (
                            ((-0.077 if page_text <= 4576 else 0.029) if far & 16777216 else -0.090)
                            if outer_text <= 14.45
                            else (
                                (-0.089 if like_distinct <= 0.40647 else 0.051)
                                if page_text <= 11890
                                else (-0.086 if page_text <= 39378 else 0.116)
                            )
                        )
                        if like_share <= 0.061907
                        else (
                            (
                                (-0.227 if bulk_down <= 0 else 0.004)
                                if s5_share <= 0.73291
                                else (-0.133 if near & 4 else 0.058)
                            )
                            if s3_blocks <= 408
                            else -0.246
                        )
                    )
                    + (
                        (
                            ((-0.080 if like_share <= 0.22025 else 0.281) if far & 8 else -0.153)
                            if near & 32768
                            else (
                                (-0.128 if like_share <= 0.16286 else 0.125)
                                if far & 2048
                                else (0.080 if far & 268435456 else -0.004)
                            )
                        )
                        if like_share <= 0.25512
                        else (
                            (-0.249 if far & 9007199254740992 else (0.062 if text <= 2280 else -0.072))
                            if tag <= 29
                            else (-0.009 if core_up <= 0 else -0.234)
                        )
                    )
                    + (
                        (
                            ((-0.067 if page_blocks <= 355 else 0.033) if repeat_text <= 537.96 else -0.177)
                            if like_distinct <= 0.33514
                            else (
                                (-0.260 if page_density <= 0.16889 else 0.003)
                                if near & 64
                                else (0.014 if tag <= 30 else -0.195)
                            )
                        )
                        if place <= 0.90646
                        else (
                            (-0.136 if repeat_text <= 115.21 else (-0.041 if page_density <= 0.84406 else 0.169))
                            if page_blocks <= 381
                            else (0.187 if s5_share <= 0.97608 else -0.076)
                        )
                    )
                    + (
                        (
                            ((-0.124 if core_side <= 0 else 0.153) if page_prices <= 1 else -0.096)
                            if s3_density <= 0.007081
                            else (
                                (0.111 if page_text <= 1419 else -0.164)
                                if outer_text <= 1235.3
                                else (0.168 if repeat_share <= 0.83793 else -0.089)
                            )
                        )
                        if near & 1
                        else (
                            (
                                (-0.005 if like_count <= 21 else 0.043)
                                if tag <= 30
                                else (-0.055 if like_count <= 2 else -0.222)
                            )
                            if window_stops <= 567
                            else -0.321
                        )
                    )
                    + (
                        (
                            ((-0.043 if like_share <= 0.30034 else 0.139) if outer_text <= 826.0 else -0.106)
                            if like_distinct <= 0.95402
                            else (-0.175 if near & 2048 else (0.005 if ended <= 0 else 0.057))
                        )
                        if page_prices <= 1
                        else (
                            (-0.010 if s1_text <= 527 else 0.060)
                            if place <= 0.46505
                            else (
                                (-0.130 if outer_share <= 0.65083 else 0.006)
                                if page_prices <= 24
                                else (0.061 if s3_text <= 5146 else -0.207)
                            )
                        )
                    )
                    + (
                        (
                            0.065
                            if far & 536870912
                            else ((-0.205 if like_count <= 24 else -0.044) if page_prose <= 0.94564 else 0.037)
                        )
                        if far & 8589934592
                        else (
                            (
                                (-0.082 if far & 32 else 0.322)
                                if far & 274877906944
                                else (0.075 if s5_density <= 0.81528 else -0.155)
                            )
                            if page_prose <= 0.025178
                            else (
                                (-0.040 if since_title <= 0 else 0.028)
                                if since_title <= 52
                                else (-0.078 if page_blocks <= 135 else -0.004)
                            )
                        )
                    )
                    + (
                        (
                            (-0.021 if s5_density <= 0.0038876 else -0.193)
                            if page_prose <= 0.88347
                            else (0.165 if far & 4096 else -0.051)
                        )
                        if far & 8589934592
                        else (
                            ((-0.327 if title_down <= 5 else -0.019) if far & 128 else (-0.072 if far & 1 else 0.063))
                            if page_prose <= 0.3072
                            else (
                                (0.016 if s5_density <= 0.58871 else -0.120)
                                if page_prices <= 1
                                else (-0.024 if s2_text <= 1454 else -0.125)
                            )
                        )
                    )
                    + (
                        (
                            ((0.220 if bulk_up <= 0 else -0.164) if window_stops <= 42 else -0.118)
                            if far & 8388608
                            else (
                                (-0.010 if window_stops <= 155 else -0.296)
                                if bulk_down <= 4
                                else (-0.419 if far & 131072 else 0.161)
                            )
                        )
                        if page_density <= 0.017776
                        else (
                            (
                                (-0.168 if page_prices <= 18 else 0.224)
                                if near & 64
                                else (-0.226 if far & 1125899906842624 else 0.006)
                            )
                            if window_stops <= 136
                            else 0.204
                        )
                    )
                    + (
                        (
                            (0.091 if page_density <= 0.09199 else -0.150)
                            if near & 1
                            else (
                                (0.010 if repeat_text <= 353.31 else -0.193)
                                if page_density <= 0.017776
                                else (0.176 if page_density <= 0.025321 else 0.013)
                            )
                        )
                        if title_up <= 5
                        else (
                            ((-0.097 if window_stops <= 31 else -0.321) if s1_text <= 3131 else 0.070)
                            if repeat_text <= 148.21
                            else (-0.226 if far & 2097152 else (0.139 if page_density <= 0.056391 else 0.006))
                        )
                    )
                    + (
                        (
                            ((-0.133 if repeat_text <= 20.775 else 0.071) if stops <= 5 else -0.426)
                            if page_text <= 3279
                            else (0.147 if s3_blocks <= 1 else (0.208 if page_text <= 3419 else -0.053))
                        )
                        if since_talk <= 102
                        else (
                            (0.172 if page_text <= 3279 else -0.245)
                            if far & 2199023255552
                            else (
                                (0.037 if page_text <= 25753 else -0.036)
                                if s5_density <= 0.12511
                                else (0.057 if near & 72057594037927936 else -0.029)
                            )
                        )
                    )
                    + (
                        (
                            ((0.012 if near & 8 else -0.108) if page_text <= 38631 else 0.128)
                            if like_count <= 109
                            else 0.132
                        )
                        if like_distinct <= 0.25245
                        else (
                            (
                                (-0.031 if text <= 80 else 0.094)
                                if like_count <= 9
                                else (0.235 if heading_level <= 2 else 0.037)
                            )
                            if page_text <= 2701
                            else (
                                (0.119 if page_prose <= 0.40523 else -0.145)
                                if near & 4096
                                else (0.016 if s3_density <= 0.12493 else -0.023)
                            )
                        )
                    )
                    + (
                        (
                            (-0.056 if since_talk <= 101 else -0.179)
                            if since_talk <= 417
                            else (0.090 if near & 72057594037927936 else -0.149)
                        )
                        if far & 2147483648
                        else (
                            (
                                (0.081 if far & 8 else -0.164)
                                if near & 32768
                                else (-0.059 if since_talk <= 106 else 0.064)
                            )
                            if far & 137438953472
                            else ((-0.002 if since_talk <= 1062 else -0.290) if stops <= 48 else -0.112)
                        )
                    )
                    + (
                        (
                            (-0.059 if far & 72057594037927936 else -0.124)
                            if since_related <= 121
                            else (-0.044 if since_related <= 196 else (-0.116 if s2_text <= 20 else 0.046))
                        )
                        if like_share <= 0.0063444
                        else (
                            (
                                (-0.065 if far & 68719476736 else 0.011)
                                if since_related <= 542
                                else (-0.092 if near & 32768 else 0.220)
                            )
                            if s3_blocks <= 392
                            else (0.121 if since_related <= 145 else (-0.282 if title_up <= 3 else 0.020))
                        )
                    )
                    + (
                        (
                            (0.222 if far & 262144 else -0.098)
                            if far & 1048576
                            else (-0.205 if s3_blocks <= 48 else 0.011)
                        )
                        if near & 512
                        else (
                            (
                                (0.215 if page_prose <= 0.85352 else 0.051)
                                if near & 134217728
                                else (0.126 if next_text <= 20 else -0.071)
                            )
                            if far & 536870912
                            else (
                                (-0.258 if core_down <= 8 else 0.123)
                                if near & 2199023255552
                                else (0.013 if since_heading <= 4 else -0.020)
                            )
                        )
                    )
                    + (
                        (
                            (-0.095 if outer_text <= 252.21 else 0.040)
                            if depth <= 4
                            else (
                                (0.004 if since_talk <= 473 else 0.124)
                                if s3_text <= 8320
                                else (0.078 if s3_text <= 45455 else -0.119)
                            )
                        )
                        if heading_level <= 3
                        else (
                            (
                                (0.049 if since_talk <= 348 else -0.162)
                                if title_down <= 9
                                else (-0.031 if s3_text <= 1397 else -0.276)
                            )
                            if window_density <= 0.47484
                            else (-0.234 if depth <= 12 else 0.059)
                        )
                    )
                    + (
                        (
                            0.042
                            if since_heading <= 1
                            else (
                                (-0.055 if page_repeat_share <= 0.1303 else 0.149)
                                if page_text <= 2255
                                else (0.126 if near & 1099511627776 else -0.015)
                            )
                        )
                        if title_up <= 6
                        else (
                            (
                                (-0.060 if s1_text <= 352 else 0.194)
                                if s3_density <= 0.025943
                                else (-0.328 if title_up <= 7 else -0.114)
                            )
                            if page_text <= 7208
                            else ((-0.025 if window_stops <= 60 else -0.314) if page_blocks <= 193 else 0.065)
                        )
                    )
                    + (
                        -0.216
                        if far & 1125899906842624
                        else (
                            (
                                (0.118 if since_heading <= 1 else -0.035)
                                if far & 256
                                else (-0.163 if outer_share <= 0.99453 else 0.070)
                            )
                            if far & 8589934592
                            else (
                                (-0.054 if far & 32 else -0.170)
                                if far & 2147483648
                                else (-0.205 if near & 68719476736 else 0.011)
                            )
                        )
                    )
                )
        result.append(1 / (1 + exp(-score)))
    return result
